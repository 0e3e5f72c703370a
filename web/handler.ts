import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type ApiConnection, apiContext, createApi } from './lib/api.ts'
import { nonceContext } from './lib/nonce.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** Renders a page. `api` is how its loaders reach the API; the nonce goes on every inline script. */
export function renderPage(request: Request, { api, nonce }: { api: ApiConnection; nonce: string }): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(api))
  context.set(nonceContext, nonce)
  return handle(request, context)
}
