import CreditCard from 'lucide-react/icons/credit-card'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Smartphone from 'lucide-react/icons/smartphone'
import Wallet from 'lucide-react/icons/wallet'
import { GATEWAYS } from '#contracts/shop/gateways.ts'
import type { PaymentOption } from '#contracts/shop/order.ts'
import { classNames } from '#web/lib/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { asksPhone, describePaymentOption, paymentOptionValue } from './payment-options.ts'

export function PaymentOptionCards({
  options,
  chosen,
  error,
  onChoose,
}: {
  options: PaymentOption[]
  chosen: PaymentOption | undefined
  error: string | undefined
  onChoose: (option: PaymentOption) => void
}) {
  return (
    <fieldset data-invalid={error ? '' : undefined} aria-describedby={error && 'way-error'} className="min-w-0 scroll-mb-24">
      <legend className="mb-2 font-semibold text-base">How would you like to pay?</legend>
      <div className="grid grid-cols-1 gap-2.5">
        {options.map((option) => {
          const { name, about } = describePaymentOption(option)
          const value = paymentOptionValue(option)
          const id = `way-${option.gateway}-${option.method}`
          const checked = chosen !== undefined && value === paymentOptionValue(chosen)
          return (
            <label
              key={id}
              htmlFor={id}
              className={classNames(
                'flex min-h-16 items-center gap-4 rounded-control bg-white px-4 py-3 ring-inset transition-shadow duration-150 hover:ring-ink',
                checked ? 'ring-2 ring-lamp-deep' : 'ring-1 ring-edge',
              )}
            >
              <input
                id={id}
                type="radio"
                name="way"
                value={value}
                checked={checked}
                onChange={() => onChoose(option)}
                aria-labelledby={`${id}-name`}
                aria-describedby={`${id}-about`}
                className="size-5 shrink-0 accent-lamp-deep"
              />
              <span className="min-w-0 flex-1">
                <span id={`${id}-name`} className="block font-semibold leading-snug">
                  {name}
                </span>
                <span id={`${id}-about`} className="mt-0.5 block text-sm text-soft leading-snug">
                  {about}
                </span>
              </span>
              <span aria-hidden className="shrink-0 text-lamp [&_svg]:size-6 [&_svg]:stroke-[1.5]">
                {iconOf(option)}
              </span>
            </label>
          )
        })}
      </div>
      {error && <FieldError id="way-error">{error}</FieldError>}
    </fieldset>
  )
}

const ICONS = { wallet: <Wallet />, card: <CreditCard />, flask: <FlaskConical /> }

function iconOf(option: PaymentOption) {
  const { icon, simulated } = GATEWAYS[option.gateway]
  if (asksPhone(option) && !simulated) return <Smartphone />
  return ICONS[icon]
}
