"""The command `tidemark`: a server from the shell, by the client made of the API's description.

Nothing here needs the server's packages; `tidemark admin` alone starts a program that does.
"""
