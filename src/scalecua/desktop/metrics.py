"""A host's figures in Prometheus' text format, read off the pool when asked for."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from scalecua.desktop.leases import Leases
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.tally import BOUNDS_S


class Figures(Collector):
    """One host's pool and leases."""

    def __init__(self, pool: LocalPool, leases: Leases) -> None:
        self._pool = pool
        self._leases = leases

    def collect(self) -> Iterator[Metric]:
        """Every figure as it is now."""
        pool, tally = self._pool, self._pool.tally
        desktops = GaugeMetricFamily("scalecua_desktops", "Desktops by what they do.", labels=["state"])
        desktops.add_metric(["lent"], pool.lent)
        desktops.add_metric(["spare"], pool.spare)
        desktops.add_metric(["capacity"], pool.section.count)
        yield desktops
        events = CounterMetricFamily("scalecua_desktop_events", "What became of desktops.", labels=["event"])
        for event, count in {**tally.events, "lease_expired": self._leases.expired}.items():
            events.add_metric([event], count)
        yield events
        failures = CounterMetricFamily("scalecua_desktop_failures", "Failures by class.", labels=["failure"])
        for failure, count in tally.failures.items():
            failures.add_metric([failure], count)
        yield failures
        starts = HistogramMetricFamily("scalecua_desktop_start_seconds", "Time until a new desktop is ready.")
        so_far, buckets = 0, list[tuple[str, float]]()
        for bound in (*BOUNDS_S, float("inf")):
            so_far += tally.starts[bound]
            buckets.append(("+Inf" if bound == float("inf") else str(bound), so_far))
        starts.add_metric([], buckets, tally.start_s)
        yield starts


def text(pool: LocalPool, leases: Leases) -> bytes:
    """The figures as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(Figures(pool, leases))
    return generate_latest(registry)
