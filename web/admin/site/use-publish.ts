import { SectionState } from '#contracts/site/site-sections.ts'
import { post } from '#web/admin/kit/api.ts'
import { useSiteReload } from '#web/lib/site.tsx'

/** Returns a function that publishes the drafts of sections and then reloads the site's content in this document. */
export function usePublish(): (sections: string[]) => Promise<SectionState[]> {
  const reloadSite = useSiteReload()
  return async (sections) => {
    const states = await post(SectionState.array(), '/site/publish', { sections })
    reloadSite()
    return states
  }
}
