"""Live desktops: their root filesystem, their sandbox, and the pool that lends them out."""
