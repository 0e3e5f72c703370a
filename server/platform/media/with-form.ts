import type { FastifyRequest } from 'fastify'
import { liftIdleTimeout } from './lift-idle-timeout.ts'
import { type MultipartForm, readMultipartForm } from './multipart-form.ts'
import type { FileRule } from './uploaded-file.ts'

/** Reads a multipart form, does the work, and leaves nothing of the upload behind, whatever comes of it. */
export async function withForm<Field extends string, Result>(
  request: FastifyRequest,
  options: { folder: string; files: Record<Field, FileRule> },
  work: (form: MultipartForm<Field>) => Promise<Result>,
): Promise<Result> {
  const form = await readMultipartForm(request, options)
  const limitIdleTime = liftIdleTimeout(request.raw.socket)
  try {
    return await work(form)
  } finally {
    limitIdleTime()
    await form.discard()
  }
}
