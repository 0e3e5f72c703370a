import { json } from 'node:stream/consumers'
import { preferCommonJs } from '#server/platform/process/prefer-commonjs.ts'
import type { Services } from '#server/services.ts'
import type { Death, Errand } from './errand.ts'

// As the app itself starts.
preferCommonJs(['drizzle-orm'])
const { readConfig } = await import('#server/config.ts')
const { openServices } = await import('#server/services.ts')
const { dieAtStep } = await import('./die-at-step.ts')

/** An app of its own that is sent on one errand, and dies at a given step of it. Prints how many steps there were when it lives. */
const services = await openServices(readConfig(process.env), { alert: () => undefined })
const { errand, death } = (await json(process.stdin)) as { errand: Errand; death: Death }
const steps = await dieAtStep(death)
await go(services, errand)
console.log(steps())
process.exit(0)

async function go({ access, orders, gateways, receipts }: Services, errand: Errand) {
  const { payments, checkout } = orders
  if (errand.do === 'pay') {
    const { request, form } = errand
    const { action } = await access.nextAction(request, [new URL(request.returnUrl).origin], request.clientId)
    const order = await checkout.findHeld(new URL(action).pathname.replace('/checkout/', ''), request.clientId)
    await payments.pay(order, form, { returnUrl: action, cancelUrl: action })
  } else if (errand.do === 'hear') {
    const [gateway] = gateways
    const hint = gateway?.verify({ body: errand.message, headers: {} })
    const heard = gateway && hint && (await payments.hear(gateway.name, hint, errand.message))
    if (heard && 'attemptId' in heard) await payments.check(heard.attemptId)
  } else if (errand.do === 'reconcile') await payments.reconcile()
  else await receipts.sendDue()
}
