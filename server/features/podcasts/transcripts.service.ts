import type { Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import type { Cue } from '#contracts/transcript.ts'
import type { CatalogueReads } from '#server/platform/database/catalogue-reads.ts'
import { recordingPreviewSeconds } from '#server/platform/media/inspection/recording-preview-length.ts'
import type { SignedUrls } from '#server/platform/media/store/signed-urls.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { PodcastService } from './podcasts.service.ts'
import type { TranscriptStore } from './transcripts.store.ts'

export type TranscriptService = ReturnType<typeof createTranscriptService>

/** Chapters and transcripts as everybody may read them, and whole transcripts for owners. */
export function createTranscriptService({
  podcasts,
  store,
  reads,
  signedUrls,
  mayOpen,
}: {
  podcasts: Pick<PodcastService, 'view' | 'viewForFeeds'>
  store: TranscriptStore
  reads: CatalogueReads
  signedUrls: Pick<SignedUrls, 'verify'>
  /** Whether an entitlement opens a file */
  mayOpen: (entitlementId: string, fileKey: string) => Promise<boolean>
}) {
  async function read(podcast: Podcast, endsBy?: number): Promise<Cue[]> {
    const cues = podcast.hasTranscript ? await reads.query((from) => store.find(podcast.id, from, { endsBy })) : []
    if (cues.length === 0) throw notFound('transcript')
    return cues
  }

  return {
    chapters: async (idOrSlug: string) => {
      const { chapters } = await podcasts.view(idOrSlug)
      if (chapters.length === 0) throw notFound('chapter')
      return chapters
    },

    /** What is public: of a priced episode, only what is said within its preview, by the length of the recording itself. */
    preview: async (idOrSlug: string): Promise<Cue[]> => {
      const podcast = await podcasts.viewForFeeds(idOrSlug)
      return read(podcast, isFree(podcast.price) ? undefined : recordingPreviewSeconds(podcast.seconds))
    },

    /** The whole of it, for who holds a signed URL of the recording. @throws forbidden when the grant is not good, or no longer */
    whole: async (idOrSlug: string, grant: string): Promise<Cue[]> => {
      const podcast = await podcasts.view(idOrSlug)
      const verified = signedUrls.verify(grant, podcast.audioUrl)
      if (!verified || !(await mayOpen(verified.entitlementId, podcast.audioUrl))) throw forbidden('Only buyers can open this transcript')
      return read(podcast)
    },
  }
}
