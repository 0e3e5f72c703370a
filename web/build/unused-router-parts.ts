/* Stub of two modules of React Router (see vite-plugin-unused-router-parts.ts): route discovery, which `routeDiscovery` turns off, and
   instrumentation, which the app does not use. Router calls of these functions have no effect, and `undefined` means that both are off. */

const off = () => undefined

export {
  // lib/dom/ssr/fog-of-war.js
  off as getManifestPath,
  off as getPartialManifest,
  off as getPatchRoutesOnNavigationFunction,
  off as getPathsWithAncestors,
  off as handleClientVersionMismatch,
  off as isFogOfWarEnabled,
  off as useFogOFWarDiscovery,
  // lib/router/instrumentation.js
  off as consumeInstrumentationClientResultMetaReceiver,
  off as getRouteInstrumentationUpdates,
  off as instrumentationResultMetaContext,
  off as instrumentClientSideRouter,
  off as instrumentHandler,
}
