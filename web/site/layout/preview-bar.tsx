/** Bar at the end of the window while the pages display unpublished changes. Its form works without scripts. */
export default function PreviewBar() {
  return (
    <form
      aria-label="Preview"
      method="post"
      encType="text/plain"
      action="/api/site/preview/end"
      className="on-dark sticky bottom-(--dock,0px) z-40 flex flex-wrap items-center justify-center gap-x-3 border-night-rule border-t bg-night px-4 text-moon text-sm md:text-base"
    >
      <span>Preview of unpublished changes</span>
      <span aria-hidden>·</span>
      <button type="submit" className="text-link min-h-11">
        End preview
      </button>
    </form>
  )
}
