/** Returns the URL of the route list of public pages, which lacks the admin pages, by the URL of the list of all routes. */
export const publicManifest = (url: string) => url.replace(/manifest-([^/]*\.js)$/, 'public-manifest-$1')
