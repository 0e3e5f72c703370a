import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { isFree } from '#contracts/shop/price.ts'
import { recordingPreviewSeconds } from '#server/media/audio/recording-preview-length.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { PodcastService } from './podcasts.service.ts'
import type { TranscriptStore } from './transcripts.store.ts'

export type TranscriptService = ReturnType<typeof createTranscriptService>

/** Public chapters and transcripts, and whole transcripts for owners. */
export function createTranscriptService({
  podcasts,
  store,
  orm,
  signedUrls,
  mayOpen,
}: {
  podcasts: Pick<PodcastService, 'view' | 'viewForFeeds'>
  store: TranscriptStore
  orm: Orm
  signedUrls: Pick<SignedUrls, 'verify'>
  /** Returns whether an entitlement opens a file */
  mayOpen: (entitlementId: string, fileKey: string) => Promise<boolean>
}) {
  async function read(podcast: Podcast, endsBy?: number): Promise<Cue[]> {
    const cues = podcast.hasTranscript ? await store.find(podcast.id, orm, { endsBy }) : []
    if (cues.length === 0) throw notFound('transcript')
    return cues
  }

  return {
    chapters: async (idOrSlug: string) => {
      const { chapters } = await podcasts.view(idOrSlug)
      if (chapters.length === 0) throw notFound('chapter')
      return chapters
    },

    /** Returns the public transcript: of a priced episode only the cues within the preview, measured by the recording's real length. */
    preview: async (idOrSlug: string): Promise<Cue[]> => {
      const podcast = await podcasts.viewForFeeds(idOrSlug)
      return read(podcast, isFree(podcast.price) ? undefined : recordingPreviewSeconds(podcast.seconds))
    },

    /** Returns the whole transcript for a grant of the recording. @throws forbidden when the grant is invalid, expired or revoked */
    whole: async (idOrSlug: string, grant: string): Promise<Cue[]> => {
      const podcast = await podcasts.view(idOrSlug)
      const verified = signedUrls.verify(grant, podcast.audioUrl)
      if (!verified || !(await mayOpen(verified.entitlementId, podcast.audioUrl))) throw forbidden('Only buyers can open this transcript')
      return read(podcast)
    },
  }
}
