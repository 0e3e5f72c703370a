import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { copyMedia } from '#server/platform/media/store/copy-media.ts'
import { openMediaStore } from '#server/platform/media/store/open-media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand } from './support/run-command.ts'
import { megabytes, showCount } from './support/show-progress.ts'

/** Copies the media from the data folder into the bucket of the S3 settings, or back: `npm run media:copy -- --from disk --to s3` */
await runCommand(async ({ signal }) => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const { from = '', to = '' } = values
  if ([from, to].toSorted().join() !== 'disk,s3') throw new CommandError('Say which way: npm run media:copy -- --from disk --to s3')
  const config = readConfig({ ...process.env, MEDIA_STORE: 's3' })
  const open = (kind: string) =>
    openMediaStore({ ...config, mediaStore: { ...config.mediaStore, s3: kind === 's3' ? config.mediaStore.s3 : undefined } })
  const [source, target] = await Promise.all([open(from), open(to)])
  console.log(`Copying from ${source.place} to ${target.place}.`)
  await target.store.check()

  const progress = showCount('Files')
  let files = 0
  let bytes = 0
  const { copied, skipped } = await copyMedia({
    ...{ from: source.store, to: target.store, signal },
    folder: join(config.dataDir, 'tmp', `copy-${randomUUID()}`),
    onFile: (size) => {
      files += 1
      bytes += size
      progress(files)
    },
  })
  console.log(`Copied ${copied} files; ${skipped} were there already; ${megabytes(bytes)} in all.`)
  console.log('What was published meanwhile is copied by running this again. Then start the app with the other MEDIA_STORE.')
}, 'Stopped. Run it again to go on.')
