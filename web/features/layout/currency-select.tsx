import toast from 'react-hot-toast'
import { CURRENCIES, type Currency } from '#contracts/price.ts'
import { useCurrency, writeCurrency } from '#web/lib/currency.ts'

/** The currency to pay in. */
export function CurrencySelect() {
  const currency = useCurrency()
  function choose(value: Currency) {
    const stored = writeCurrency(value)
    toast.success(`Currency changed to ${value}`)
    if (!stored) toast('This browser stores nothing, so it is for this visit only.', { id: 'currency-unstored' })
  }
  return (
    <label className="inline-flex items-center gap-3 noscript:hidden">
      <span>Currency</span>
      <select
        value={currency}
        onChange={(event) => choose(event.target.value as Currency)}
        className="select-arrow min-h-11 rounded-control border border-edge bg-white pr-9 pl-3 font-semibold text-base"
      >
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </label>
  )
}
