/**
 * Content of the `noscript` in pages of the admin area, which stay empty without scripts. Only the server renders it, so that it adds no
 * chunk to the list of files sent to every visitor.
 */
export function NeedsScripts() {
  return (
    <p className="px-4 pt-6 md:px-10 md:pt-9">
      The admin area needs JavaScript. Allow it in the browser’s settings and load the page again.
    </p>
  )
}
