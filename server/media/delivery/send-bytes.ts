import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#contracts/common/byte-range.ts'
import { type MediaStore, MissingMediaError } from '#server/media/store/media-store.ts'
import { notFound } from '#server/platform/problems.ts'

export type SendBytes = (request: FastifyRequest, reply: FastifyReply, key: string, range: ByteRange) => Promise<void>

/** Creates a function that sends a byte range of a stored file with the status and headers of the reply. */
export function createSendBytes(store: Pick<MediaStore, 'send'>): SendBytes {
  return async (request, reply, key, range) => {
    const begin = () => {
      reply.hijack()
      reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    }
    try {
      await store.send(key, range, reply.raw, begin)
      // If the client disconnected before the response began, Fastify must not send the reply.
      if (!reply.sent) reply.hijack()
    } catch (error) {
      // The file may have been deleted since its database row was read.
      if (error instanceof MissingMediaError) throw notFound('file')
      if (!reply.sent) throw error
      request.log.error({ err: error }, 'sending a media file failed')
    }
  }
}
