import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mail, MailMessage } from '#server/platform/mail/mail.ts'

/** Sends a code by email after the HTTP response: the duration or failure of sending would reveal which addresses are known. */
export function sendAfterResponse(request: FastifyRequest, reply: FastifyReply, sendMail: () => Promise<void>): void {
  reply.raw.once('close', () => {
    sendMail().catch((error: unknown) => request.log.error({ err: error }, 'the email with a code could not be sent'))
  })
}

/**
 * Sends the message to a known address. For an unknown address the same work is done without sending, since an attacker could otherwise
 * measure how long the next request is delayed.
 */
export function sendIfKnown(mail: Mail, isKnown: boolean, message: MailMessage): Promise<void> {
  return isKnown ? mail.send(message) : mail.rehearse(message)
}
