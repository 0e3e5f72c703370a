import type { SiteUrls } from '#server/platform/site-urls.ts'

/** Returns a Message-ID of this site, such as `<receipt-7@lectern.example>`. */
export function messageIdOf({ origin }: Pick<SiteUrls, 'origin'>, name: string): string {
  return `<${name}@${new URL(origin).hostname.replace(/[^\w.-]/g, '')}>`
}
