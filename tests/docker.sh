#!/usr/bin/env bash
# Runs a command with a Docker daemon: the one that answers, or one of its own that ends with it.
set -euo pipefail
export SCALECUA_DOCKER=1
if docker info >/dev/null 2>&1; then
	exec "$@"
fi
if [ "$(id -u)" != 0 ]; then
	echo "no Docker daemon answers, and only root can start one" >&2
	exit 3
fi
if ! command -v dockerd >/dev/null; then
	echo "==> installing docker.io"
	apt-get update -qq && apt-get install -qq -y --no-install-recommends docker.io iptables >/dev/null
fi
folder=$(mktemp -d)
export DOCKER_HOST="unix://$folder/docker.sock"
dockerd --host "$DOCKER_HOST" --data-root "$folder/data" --exec-root "$folder/run" \
	--pidfile "$folder/docker.pid" --iptables=false --bridge=none >"$folder/log" 2>&1 &
daemon=$!
finish() {
	kill "$daemon" 2>/dev/null || true
	wait "$daemon" 2>/dev/null || true
	rm -rf "$folder"
}
trap finish EXIT
for _ in $(seq 100); do
	docker info >/dev/null 2>&1 && break
	if ! kill -0 "$daemon" 2>/dev/null; then
		tail -n 5 "$folder/log" >&2
		exit 3
	fi
	sleep 0.2
done
"$@"
