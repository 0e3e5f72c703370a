import { z } from 'zod'
import { PICTURE_USES, SitePicture } from '#contracts/site/site-picture.ts'
import type { Media } from '#server/media/media.ts'
import { withForm } from '#server/media/upload/with-form.ts'
import { documentForm } from '#server/platform/http/openapi-routes.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { App } from '#server/platform/http/server.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { SitePictures } from './site-pictures.ts'

const Fields = z.object({ use: z.enum(PICTURE_USES, `Name the use of the picture: ${PICTURE_USES.join(', ')}.`) })

/** Registers the route for uploads of pictures in content sections. */
export function sitePictureRoutes({ pictures, library, limits }: { pictures: SitePictures } & Pick<Media, 'library' | 'limits'>) {
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files: { picture: { format: 'image' as const, limitBytes: limits.imageBytes } },
  }
  return async (app: App) => {
    app.post(
      '/site/pictures',
      {
        schema: {
          tags: ['site'],
          summary: 'Upload a picture for a section of the site',
          ...documentForm(Fields, { picture: {} }),
          response: { 201: SitePicture },
        },
        config: { recentPassword: false },
      },
      (request) =>
        withForm(request, form, async ({ fields, files }) => {
          const { use } = parseFields(Fields, fields)
          if (!files.picture) throw invalidRequest([{ field: 'picture', message: 'Choose a picture.' }])
          return pictures.add(files.picture, use)
        }),
    )
  }
}
