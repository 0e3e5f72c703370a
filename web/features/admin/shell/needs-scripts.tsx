/**
 * What an empty page of the area says in a `noscript`: what it would wait for in vain. Only the server draws it, so that it is no file
 * of its own among those that every visitor is told of.
 */
export function NeedsScripts() {
  return (
    <p className="px-4 pt-6 md:px-10 md:pt-9">
      The admin area needs JavaScript. Allow it in the browser’s settings and load the page again.
    </p>
  )
}
