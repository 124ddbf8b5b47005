"""Where the viewer's page is."""

import secrets


def new_token() -> str:
    """Draw what a browser must know to command."""
    return secrets.token_urlsafe(16)


def page_url(address: tuple[str, int], token: str) -> str:
    """Where to watch in a browser; the token is behind the ``#``, so that it is not sent around.

    :param address: host and port that the page is served at.
    """
    host, port = address
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/#token={token}"
