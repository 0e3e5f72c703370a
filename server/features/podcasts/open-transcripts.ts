import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { transcriptRoutes } from './transcripts.routes.ts'
import { createTranscriptService } from './transcripts.service.ts'

/** Opens chapters and transcripts for readers. After selling is open, which knows who owns an episode. */
export function openTranscripts(deps: Parameters<typeof createTranscriptService>[0] & { bodies: SharedBodies }) {
  return { publicRoutes: [transcriptRoutes(createTranscriptService(deps), deps)] }
}
