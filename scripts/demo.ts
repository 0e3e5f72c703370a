import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { showCount } from './support/show-progress.ts'

const REASONS = { sold: 'it was sold', edited: 'it was edited', has_books: 'books of this author remain' }

/** Loads or removes the demonstration catalogue, even while the server runs: `npm run demo:load`, `npm run demo:remove` */
await runCommand(
  async ({ config, signal }) => {
    const [action] = process.argv.slice(2)
    if (action !== 'load' && action !== 'remove') throw new CommandError('Missing argument: load or remove')
    await withServices(config, async ({ site: { demonstration } }) => {
      if (action === 'load') {
        await demonstration.load({ onItem: showCount('Loaded'), signal })
        signal.throwIfAborted()
        console.log('The demonstration catalogue is loaded.')
        return
      }
      const { kept } = await demonstration.remove()
      console.log('The demonstration catalogue is removed.')
      for (const { name, reason } of kept) console.log(`Kept: ${name} (${REASONS[reason]})`)
    })
  },
  { stopped: 'Stopped. Run the same command again to continue.' },
)
