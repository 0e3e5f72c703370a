import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { nonceContext } from './document/nonce.ts'
import { wholeOrStreamed } from './document/whole-or-streamed.ts'
import { type ApiConnection, apiContext, createApi } from './lib/api/api.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/**
 * Renders a page, or the data of one. `api` is how its loaders reach the API; the nonce goes on every inline script. The header
 * `x-document` says whether the answer is whole or streamed.
 */
export async function renderPage(request: Request, { api, nonce }: { api: ApiConnection; nonce: string }): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(api))
  context.set(nonceContext, nonce)
  const response = await handle(request, context)
  return response.headers.has('x-document') ? response : wholeOrStreamed(response)
}
