import { runCommand, withServices } from './support/run-command.ts'

/** Prints the background work of the product with its schedule: jobs run on one app, workers and startup tasks on every app. */
await runCommand(({ config }) =>
  withServices(config, async ({ features }) => {
    const rows = features.flatMap(({ jobs = [], workers = [], startupTasks = [] }) => [
      ...jobs.map(({ name, cron }) => ['job', name, cron]),
      ...workers.map(({ name, everySeconds }) => ['worker', name, `every ${everySeconds} s`]),
      ...startupTasks.map(({ name }) => ['startup', name, 'once after each start']),
    ])
    const width = Math.max(...rows.map(([, name = '']) => name.length))
    for (const [kind = '', name = '', schedule = ''] of rows.toSorted()) console.log(`${kind.padEnd(8)} ${name.padEnd(width)}  ${schedule}`)
  }),
)
