import type { EditedSection, PreviewLink } from '#contracts/site/site-sections.ts'
import { buildImage, toForm } from '#tests/support/sample-files.ts'
import type { DescribedApi } from './described-api.ts'

/** Edits a section of the site: draft, conflicting edit, discarding the draft, publication, restoring a version, preview and pictures. */
export async function siteLifeCycle(api: DescribedApi, headers: Record<string, string>) {
  await api.ask(200, 'GET /api/site/sections', { headers })
  await api.ask(400, 'GET /api/site/sections/nothing', { headers })
  const section = async () => (await api.ask(200, 'GET /api/site/sections/podcast', { headers })).json<EditedSection>()
  const { content, draft } = await section()
  const save = (status: number, json: object) => api.ask(status, 'PUT /api/site/sections/podcast/draft', { headers, json })
  await save(400, { content: 'none', basedOn: null })
  await save(200, { content, basedOn: draft?.at ?? null })
  await save(409, { content, basedOn: null })
  const render = (status: number, json: object) => api.ask(status, 'POST /api/site/sections/podcast/page', { headers, json })
  await render(200, { content, path: '/' })
  await render(400, { content: 'none', path: '/' })
  await render(404, { content, path: '/opds' })
  await api.ask(200, 'DELETE /api/site/sections/podcast/draft', { headers })
  const publish = (status: number) => api.ask(status, 'POST /api/site/publish', { headers, json: { sections: ['podcast'] } })
  await publish(409)
  await save(200, { content, basedOn: null })
  await publish(200)
  await api.ask(200, 'GET /api/site/sections/podcast/versions', { headers })
  await api.ask(404, 'POST /api/site/sections/podcast/restore', { headers, json: { version: 99 } })
  await api.ask(200, 'POST /api/site/sections/podcast/restore', { headers, json: { version: 0 } })
  await api.ask(200, 'DELETE /api/site/sections/podcast/draft', { headers })
  const { url } = (await api.ask(200, 'POST /api/site/preview-links', { headers })).json<PreviewLink>()
  await api.ask(200, 'POST /api/site/preview', { json: { token: new URL(url).hash.slice(1) } })
  await api.ask(403, 'POST /api/site/preview', { json: { token: 'forged' } })
  const form = { use: 'logo', picture: await buildImage() }
  await api.ask(201, 'POST /api/site/pictures', { headers, form: toForm(form) })
  for (const name of ['founder', 'questions', 'publishing', 'policies', 'selling']) await api.ask(200, `GET /api/site/texts/${name}`)
  await api.ask(200, 'GET /api/site/programs/teen-coaching')
  await api.ask(404, 'GET /api/site/programs/nothing')
  const file = (await api.ask(200, 'GET /api/site/export', { headers })).json<object>()
  await api.ask(200, 'POST /api/site/import', { headers, json: file })
  await api.ask(400, 'POST /api/site/import', { headers, json: { ...file, format: 'none' } })
  await api.ask(200, 'GET /api/setup', { headers })
  await api.ask(400, 'PATCH /api/setup/coffee', { headers, json: { skipped: true } })
  await api.ask(200, 'PATCH /api/setup/mail', { headers, json: { skipped: true } })
  // The test email is refused, because no mail server is configured here. server/admin/setup/setup.test.ts tests sending with the mail
  // server of tests/support.
  await api.ask(409, 'POST /api/setup/test-mail', { headers })
  await api.ask(200, 'GET /api/demonstration', { headers })
  await api.ask(200, 'DELETE /api/demonstration', { headers })
}
