import { json } from 'node:stream/consumers'
import type { Services } from '#server/boot/services.ts'
import { preferCommonJs } from '#server/platform/process/prefer-commonjs.ts'
import type { CrashTask, KillPoint } from './crash-task.ts'

// Packages are loaded as CommonJS, as the server loads them.
preferCommonJs(['drizzle-orm'])
const { readConfig } = await import('#server/config.ts')
const { openServices } = await import('#server/boot/services.ts')
const { killAtStep } = await import('./kill-at-step.ts')

/** Runs one task in a server process that is killed at a given step. Prints the number of steps if the task ends before that step. */
const services = await openServices(readConfig(process.env), { alert: () => undefined })
const { task, killPoint } = (await json(process.stdin)) as { task: CrashTask; killPoint: KillPoint }
const steps = await killAtStep(killPoint)
await go(services, task)
console.log(steps())
process.exit(0)

async function go({ shop: { access, orders: selling, gateways, receipts } }: Services, task: CrashTask) {
  const { orders, payments } = selling
  if (task.do === 'pay') {
    const { request, form } = task
    const { action } = await access.nextAction(request, [new URL(request.returnUrl).origin], request.clientId)
    const order = await orders.find(new URL(action).pathname.replace('/checkout/', ''))
    if (!order) throw new Error('The order is missing')
    await payments.start(order, form, { returnUrl: action, cancelUrl: action })
  } else if (task.do === 'receive_notification') {
    const [gateway] = gateways
    const notification = gateway?.verify({ body: task.message, headers: {} })
    const result = gateway && notification && (await payments.receiveNotification(gateway.name, notification, task.message))
    if (result && 'attemptId' in result) await payments.check(result.attemptId)
  } else if (task.do === 'reconcile') await payments.reconcile()
  else await receipts.sendDue()
}
