"""Bring a message to a channel in the format it takes: mail, a chat, or a signed webhook."""

from dataclasses import dataclass
from datetime import UTC, datetime

import orjson

from backend.domain.errors import ConflictError
from backend.domain.notifications.channels import Channel, ChannelKind
from backend.domain.notifications.chat_messages import chat_body
from backend.domain.notifications.mail_messages import Envelope, mail_of
from backend.domain.notifications.messages import Message
from backend.domain.notifications.webhook_messages import signed_headers, webhook_body
from backend.domain.outgoing_addresses import RefusedAddressError, read_allowed
from backend.domain.retries import Refusal, refusal_of
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.mail import Mailer, MailError
from backend.outgoing.outside import OutsideUnreachableError
from backend.services.encryption import SecretCipher
from backend.services.mailers import mailer_of
from backend.settings import Settings

DEADLINE_S = 15.0
MOST_SAID = 120


@dataclass(frozen=True, slots=True)
class PostOffice:
    """The ways out of one installation."""

    origin: str
    outgoing: Outgoing
    mailer: Mailer
    cipher: SecretCipher

    def deliver(self, channel: Channel, message: Message) -> Refusal | None:
        """Send once; returns why it did not arrive."""
        try:
            address = self.cipher.decrypt(channel.encrypted_address)
            if channel.kind is ChannelKind.MAIL:
                return self._mail(address, message)
            return self._post(channel, address, message)
        except ConflictError as error:
            return Refusal(str(error), is_lasting=True)

    def _mail(self, address: str, message: Message) -> Refusal | None:
        recipients = tuple(one.strip() for one in address.split(","))
        domain = self.mailer.sender.rpartition("@")[2]
        mail = mail_of(message, Envelope(self.mailer.sender, recipients, domain))
        try:
            self.mailer.send(mail, recipients)
        except MailError as error:
            return Refusal(str(error), error.status, error.is_lasting)
        return None

    def _post(self, channel: Channel, address: str, message: Message) -> Refusal | None:
        headers = {"Content-Type": "application/json"}
        if channel.kind is ChannelKind.WEBHOOK:
            body = webhook_body(message)
            secret = self.cipher.decrypt(channel.encrypted_secret or b"")
            headers |= signed_headers(secret, message.id, body, datetime.now(UTC))
        else:
            body = orjson.dumps(chat_body(channel.kind, message))
        try:
            answer = self.outgoing.send("POST", address, headers, body)
        except RefusedAddressError as error:
            return Refusal(str(error), is_lasting=True)
        except OutsideUnreachableError as error:
            return Refusal(str(error))
        if answer.is_success:
            return None
        said = " ".join(answer.body[:MOST_SAID].decode(errors="replace").split())
        wait = answer.headers.get("retry-after")
        return refusal_of(answer.status, wait, said, datetime.now(UTC))


def post_office(settings: Settings) -> PostOffice:
    """Open the post office of an installation."""
    outgoing = Outgoing(read_allowed(settings.outgoing_allowed), whole_s=DEADLINE_S)
    return PostOffice(
        settings.address, outgoing, mailer_of(settings), SecretCipher(settings.secret)
    )
