import { parseArgs } from 'node:util'
import type { Overview } from '#contracts/admin/overview.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { showCount } from './support/show-progress.ts'

const NONE = { complete: 0, waiting: 0, failed: 0 }
const NO_PROGRESS = { done: 0, waiting: 0, failed: 0, hasFfmpeg: false }

/** Creates all missing renditions (pages, reflowable text, low-bitrate audio), or removes all renditions, even while the server runs. */
await runCommand(
  async ({ config, signal }) => {
    const { values } = parseArgs({ options: { all: { type: 'boolean' }, remove: { type: 'boolean' } } })
    if (Boolean(values.all) === Boolean(values.remove))
      throw new CommandError('Missing option: --all to create missing renditions, or --remove to remove all of them')
    if (values.all && config.renditions === 'off')
      throw new CommandError('RENDITIONS=off is set: no pages and no low-bitrate audio are rendered.')
    await withServices(config, async ({ reading: { bookPages }, listening: { lowBitrateAudio } }) => {
      if (values.remove) {
        const files = await bookPages.removeAll()
        console.log(`Removed the pages of ${files} files and the low-bitrate audio of ${await lowBitrateAudio.removeAll()} recordings.`)
        if (config.renditions !== 'off') console.log('The app creates them again after its next start, unless RENDITIONS=off is set.')
        return
      }
      await bookPages.makeAll(signal, counter('Files'))
      signal.throwIfAborted()
      console.log(describePages((await bookPages.progress()) ?? NONE))
      await lowBitrateAudio.makeAll(signal, counter('Recordings'))
      signal.throwIfAborted()
      console.log(describeLowBitrateAudio((await lowBitrateAudio.progress()) ?? NO_PROGRESS))
    })
  },
  { stopped: 'Stopped. Run the command again to continue.' },
)

function counter(label: string) {
  const progress = showCount(label)
  let count = 0
  return () => {
    count += 1
    progress(count)
  }
}

function describePages({ complete, waiting, failed }: NonNullable<Overview['bookPages']>) {
  return `The pages of ${complete} books are complete; those of ${failed} can’t be rendered${beingMade(waiting)}.`
}

function describeLowBitrateAudio({ done, waiting, failed, hasFfmpeg }: NonNullable<Overview['lightSound']>) {
  if (!hasFfmpeg) return 'No low-bitrate audio was encoded: ffmpeg is missing. Install it, or set its path in FFMPEG.'
  return `The low-bitrate audio of ${done} recordings is complete; that of ${failed} can’t be encoded${beingMade(waiting)}.`
}

function beingMade(waiting: number) {
  return waiting > 0 ? `; ${waiting} are in progress in a running app` : ''
}
