import io
from base64 import b64encode

import httpx
import pytest
from PIL import Image

from scalecua.config.desktop import DesktopSection
from scalecua.desktop.serve import serve

pytestmark = pytest.mark.desktops

SECTION = DesktopSection(count=1, start_timeout_s=60)


async def test_without_a_port_there_is_only_the_socket() -> None:
    async with serve("default", SECTION) as facts:
        assert facts["url"] is None
        assert facts["snapshot"] == "default"
        transport = httpx.AsyncHTTPTransport(uds=facts["socket"])
        async with httpx.AsyncClient(transport=transport, base_url="http://desktop") as http:
            assert (await http.get("/health")).json()["ready"] is True


async def test_port_serves_those_who_know_the_token() -> None:
    async with serve("default", SECTION, port=0) as facts:
        assert facts["url"]
        assert facts["token"]
        assert facts["url"].startswith("http://127.0.0.1:")
        bearer = {"Authorization": f"Bearer {facts['token']}"}
        async with httpx.AsyncClient(base_url=facts["url"], timeout=20) as http:
            for refused in (
                {},
                {"Authorization": "Bearer wrong"},
                {"Authorization": f"Basic {facts['token']}"},
                {"Authorization": "Basic " + b64encode(f"{facts['token']}:x".encode()).decode()},
            ):
                answer = await http.get("/health", headers=refused)
                assert answer.status_code == 401
                assert "token" in answer.json()["error"]
            assert (await http.get("/health", headers=bearer)).json()["ready"] is True
            assert (await http.get("/health", auth=("any", facts["token"]))).json()["ready"] is True
            shot = await http.get("/screenshot", params={"token": facts["token"]})
            assert shot.headers["content-type"] == "image/png"
            assert Image.open(io.BytesIO(shot.content)).size == (1280, 800)
            missing = await http.post("/nothing", json={}, headers=bearer)
            assert (missing.status_code, missing.json()["error"]) == (404, "no route POST /nothing")
