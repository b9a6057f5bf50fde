"""client-python: sends orders to the order server with aiohttp and tells how it went."""
