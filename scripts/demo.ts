import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'

/** Loads or removes the demonstration catalogue, also while the app runs. */
const [action] = process.argv.slice(2)
if (action !== 'load' && action !== 'remove') {
  console.error('Say load or remove.')
  process.exit(1)
}
const services = await openServices(readConfig(process.env))
try {
  if (action === 'load') await services.demonstration.load({ onItem: (done, total) => process.stdout.write(`\r${done} of ${total} items`) })
  else await services.demonstration.remove()
  console.log(action === 'load' ? '\nThe demonstration catalogue is there.' : 'The demonstration catalogue is gone.')
} finally {
  await services.close()
}
