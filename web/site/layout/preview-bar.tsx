import type { PreviewKind } from '#contracts/site/site-content.ts'

const TEXTS: Record<PreviewKind, string> = {
  site: 'Preview of unpublished changes',
  item: 'Preview of an unpublished title',
}

/** Bar at the bottom of the window during a preview, with a form that ends the preview and works without scripts. */
export default function PreviewBar({ kind }: { kind: PreviewKind }) {
  return (
    <form
      aria-label="Preview"
      method="post"
      encType="text/plain"
      action="/api/site/preview/end"
      className="on-dark sticky bottom-(--dock,0px) z-40 flex flex-wrap items-center justify-center gap-x-3 border-night-rule border-t bg-night px-4 text-moon text-sm md:text-base"
    >
      <span>{TEXTS[kind]}</span>
      <span aria-hidden>·</span>
      <button type="submit" className="text-link min-h-11">
        End preview
      </button>
    </form>
  )
}
