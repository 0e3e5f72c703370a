import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { transcriptRoutes } from './transcripts.routes.ts'
import { createTranscriptService } from './transcripts.service.ts'

/** Opens chapters and transcripts for readers. After selling is open, which knows who owns an episode. */
export function openTranscripts(deps: Parameters<typeof createTranscriptService>[0] & { responseCache: ResponseCache }) {
  return { publicRoutes: [transcriptRoutes(createTranscriptService(deps), deps)] }
}
