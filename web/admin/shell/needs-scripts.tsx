/**
 * Content of the `noscript` element in admin pages, which stay empty without JavaScript. Only the server renders this component, so that no
 * extra chunk is added to the list of files that every visitor receives.
 */
export function NeedsScripts() {
  return (
    <p className="px-4 pt-6 md:px-10 md:pt-9">
      The admin area needs JavaScript. Allow it in the browser’s settings and load the page again.
    </p>
  )
}
