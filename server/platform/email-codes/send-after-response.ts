import type { FastifyReply, FastifyRequest } from 'fastify'

/** Mails a code once the answer has gone: how long a mail takes, and whether it works, would tell whose address is known. */
export function sendAfterResponse(request: FastifyRequest, reply: FastifyReply, sendMail: () => Promise<void>): void {
  reply.raw.once('close', () => {
    sendMail().catch((error: unknown) => request.log.error({ err: error }, 'a code could not be mailed'))
  })
}
