"""Every sentence that leaves the server: of pages, comments, mails, chats, feeds and the CLI.

Begin with `numbers.py` and `effects.py`, which every verdict is written with; then there is one
module for each noun.
"""
