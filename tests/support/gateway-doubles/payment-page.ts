/** Renders the payment page of a gateway double: the payment, and a button for each action. */
export function writePage({
  name,
  facts,
  actions,
  back,
}: {
  name: string
  facts: [string, string][]
  /** Buttons that post their names to the page's own URL */
  actions: { name: string; text: string }[]
  back: string
}): string {
  const rows = facts.map(([term, text]) => `<dt>${quote(term)}</dt><dd>${quote(text)}</dd>`).join('')
  const buttons = actions.map((action) => `<button name="action" value="${quote(action.name)}">${quote(action.text)}</button>`).join(' ')
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${quote(name)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}dt{color:#555}dd{margin:0 0 .75rem;overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1rem;margin:0 .25rem .5rem 0}</style>
<h1>${quote(name)}</h1><dl>${rows}</dl><form method="post">${buttons}</form><p><a href="${quote(back)}">Back to the shop</a></p></html>`
}

export function writeList(name: string, payments: { address: string; text: string }[]): string {
  const items = payments.map(({ address, text }) => `<li><a href="${quote(address)}">${quote(text)}</a></li>`).join('')
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${quote(name)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}</style><h1>${quote(name)}</h1><ul>${items}</ul></html>`
}

function quote(text: string) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
