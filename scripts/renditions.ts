import { parseArgs } from 'node:util'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { showCount } from './support/show-progress.ts'

/** Makes the pictures and texts of the pages, and the flowing text, of all books that lack them, or removes all, also while the app runs. */
await runCommand(async ({ config, signal }) => {
  const { values } = parseArgs({ options: { all: { type: 'boolean' }, remove: { type: 'boolean' } } })
  if (Boolean(values.all) === Boolean(values.remove))
    throw new CommandError('Say --all to make what is missing, or --remove to remove all.')
  if (values.all && config.renditions === 'off') throw new CommandError('RENDITIONS=off is set: no pages are made.')
  await withServices(config, async ({ bookPages }) => {
    if (values.remove) {
      console.log(`Removed the pages of ${await bookPages.removeAll()} files.`)
      if (config.renditions === 'on') console.log('The app makes them again after its next start, unless RENDITIONS=off is set.')
      return
    }
    const progress = showCount('Files')
    let files = 0
    await bookPages.makeAll(signal, () => {
      files += 1
      progress(files)
    })
    signal.throwIfAborted()
    const { complete, waiting, failed } = (await bookPages.progress()) ?? { complete: 0, waiting: 0, failed: 0 }
    console.log(
      `${complete} books have all their pages; ${failed} can’t have any${waiting > 0 ? `; ${waiting} are made by a running app` : ''}.`,
    )
  })
}, 'Stopped. Run it again to go on.')
