"""The server and tools that run inside a desktop: standalone files for Debian's own python3."""
