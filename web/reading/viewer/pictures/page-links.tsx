import type { PageText } from '#contracts/reading/book-pages.ts'
import { pageName } from '#web/reading/viewer/page/page-source.ts'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'

/** Links of a page, over its image: to other pages, and to web, mail and telephone addresses. */
export function PageLinks({ links }: Pick<PageText, 'links'>) {
  const { source, jumps } = useViewer()
  return links.map(([left, top, width, height, target], index) => {
    const place = { className: 'viewer-link', style: { left, top, width, height } }
    return typeof target === 'number' ? (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        key={index}
        type="button"
        {...place}
        aria-label={`Go to page ${pageName(source, target)}`}
        onClick={() => jumps.followLink(target)}
      />
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        key={index}
        {...place}
        href={target}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={target.replace(/^(https?:\/\/|mailto:|tel:)/, '')}
      />
    )
  })
}
