import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SelectField } from './field.tsx'

test.each([
  [undefined, 'false'],
  ['Please choose a subject', 'true'],
])('a required list with the error %s is declared invalid: %s', async (error, invalid) => {
  await render(
    <SelectField label="Subject" name="subject" required error={error}>
      <option value="">Choose</option>
    </SelectField>,
  )
  await expect.element(page.getByLabelText('Subject')).toHaveAttribute('aria-invalid', invalid)
})
