"""Where metrics and judges run: no network, no home, no host files, and limits on all that they can use."""
