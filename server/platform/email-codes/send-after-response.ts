import type { FastifyReply, FastifyRequest } from 'fastify'

/** Mails a code after the response was sent: the duration or failure of sending would reveal which addresses are known. */
export function sendAfterResponse(request: FastifyRequest, reply: FastifyReply, sendMail: () => Promise<void>): void {
  reply.raw.once('close', () => {
    sendMail().catch((error: unknown) => request.log.error({ err: error }, 'the e-mail with a code could not be sent'))
  })
}
