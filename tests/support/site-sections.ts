import sharp from 'sharp'
import { expect } from 'vitest'
import { SECTIONS, type SiteContent } from '#contracts/site/site-content.ts'
import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import type { TestApp } from './test-app.ts'

/** Uploads a single-colored picture for a section of the site. */
export async function sendSitePicture(
  app: TestApp,
  use: PictureUse | 'poster',
  { width = 1500, height = 800, background = '#ffffff' } = {},
) {
  const image = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', use)
  form.append('picture', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'own.png')
  return app.sendForm('POST', '/api/site/pictures', form)
}

export async function uploadSitePicture(...given: Parameters<typeof sendSitePicture>): Promise<SitePicture> {
  return (await sendSitePicture(...given)).json<SitePicture>()
}

/** Publishes the given sections of the site, which have no draft, together with every existing draft. */
export async function publishSections(app: TestApp, sections: Partial<SiteContent>): Promise<void> {
  for (const [name, content] of Object.entries(sections)) {
    const saved = await app.send('PUT', `/api/site/sections/${name}/draft`, { content, basedOn: null })
    expect(saved.statusCode, saved.body).toBe(200)
  }
  const published = await app.send('POST', '/api/site/publish', { sections: Object.keys(SECTIONS) })
  expect(published.statusCode, published.body).toBe(200)
}
