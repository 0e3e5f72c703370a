import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { transcriptRoutes } from './transcripts.routes.ts'
import { createTranscriptService } from './transcripts.service.ts'

/** Opens the public routes of chapters and transcripts. Needs owners' entitlements, so it is opened after selling. */
export function openTranscripts(deps: Parameters<typeof createTranscriptService>[0] & { bodies: SharedBodies }) {
  return { publicRoutes: [transcriptRoutes(createTranscriptService(deps), deps)] }
}
