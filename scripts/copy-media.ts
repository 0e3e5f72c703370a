import { parseArgs } from 'node:util'
import { copyMedia } from '#server/media/store/copy-media.ts'
import { openMediaStore } from '#server/media/store/open-media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand } from './support/run-command.ts'
import { megabytes, showCount } from './support/show-progress.ts'

/** Copies the media from the data folder into the configured bucket, or back: `MEDIA_STORE=s3 npm run media:copy -- --from disk --to s3` */
await runCommand(
  async ({ config, signal }) => {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
    const { from = '', to = '' } = values
    if ([from, to].toSorted().join() !== 'disk,s3')
      throw new CommandError('Missing options: npm run media:copy -- --from disk --to s3 (or the reverse)')
    const { dataDir, mediaStore } = config
    if (!mediaStore) throw new CommandError('This command needs MEDIA_STORE=s3 and the settings of the bucket, in both directions.')
    const open = (kind: string) => openMediaStore(dataDir, kind === 's3' ? mediaStore : undefined)
    const [source, target] = await Promise.all([open(from), open(to)])
    console.log(`Copying from ${source.place} to ${target.place}.`)
    await target.store.check()

    const progress = showCount('Files')
    let files = 0
    let bytes = 0
    const { copied, skipped } = await copyMedia({
      from: source.store,
      to: target.store,
      signal,
      onFile: (size) => {
        files += 1
        bytes += size
        progress(files)
      },
    })
    console.log(`Copied ${copied} files; ${skipped} already existed; ${megabytes(bytes)} in total.`)
    console.log('Run the command again to copy files that were published in the meantime. Then start the app with the other MEDIA_STORE.')
  },
  { stopped: 'Stopped. Run the command again to continue.' },
)
