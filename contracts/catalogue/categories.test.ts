import { expect, test } from 'vitest'
import { parseCategories } from './categories.ts'

test.each([
  ['Faith, faith, Marriage', ['Faith', 'Marriage']],
  ['TEEN COACHING, teen  coaching', ['Teen Coaching']],
  [' , Hope ,, hope', ['Hope']],
  ['personal development', ['Personal Development']],
])('the categories %j are read as %j', (text, names) => {
  expect(parseCategories(text)).toEqual(names)
})
