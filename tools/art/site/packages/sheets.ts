import { formatPrice } from '#contracts/shop/price.ts'
import type { PublishingSettings } from '#contracts/site/site-content.ts'
import { publishing } from '#site/publishing.ts'
import { site } from '#site/site.ts'
import { mark } from '#tools/art/drawing/logo.ts'

const { brand, contact, hours } = site
const LOGO = `<svg viewBox="0 3 64 64" class="mark">${mark('#fff6e4')}</svg>`

/** Renders the pages of the packages document; `scene` is the picture on its cover. */
export function packagesBody(scene: string): string {
  const [first, second, third] = publishing.packages
  return [cover(scene), steps(), offers([first, second]), offers([third], apart()), closing()].join('\n')
}

function cover(scene: string): string {
  const list = publishing.packages.map((offer) => `<li><b>${offer.name}</b><span>${from(offer)}</span></li>`).join('')
  return `<section class="cover" style="background-image:url(${scene})"><div class="brand">${LOGO}${brand.name}</div><h1>From manuscript to shelf</h1><p class="lead">Three publishing packages: what is in each, how it goes, and what it costs.</p><ul>${list}</ul></section>`
}

function steps(): string {
  const list = publishing.steps.map((step) => `<li><h3>${step.title}</h3><p>${step.text}</p></li>`).join('')
  const services = publishing.stages
    .map((stage) => `<div><h3>${stage.title}</h3><p>${stage.services.map((service) => service.name).join('<br>')}</p></div>`)
    .join('')
  return page(
    `<h2>How it goes</h2><ol class="steps">${list}</ol><h2 class="second">Everything we do</h2><div class="columns">${services}</div>`,
  )
}

function offers(list: (PublishingSettings['packages'][number] | undefined)[], more = ''): string {
  return page(list.flatMap((offer) => (offer ? [packageSheet(offer)] : [])).join('') + more)
}

function packageSheet(offer: PublishingSettings['packages'][number]): string {
  return `<article><header><h2>${offer.name}</h2><p class="price">${from(offer)}</p></header><p class="for">${offer.for} ${offer.time}.</p><ul class="includes">${offer.includes.map((item) => `<li>${item}</li>`).join('')}</ul><p class="without">${offer.without}</p></article>`
}

function apart(): string {
  const rows = publishing.apart
    .map(({ what, price, note }) => `<tr><th scope="row">${what}<small>${note}</small></th><td>${price}</td></tr>`)
    .join('')
  return `<article><header><h2>One thing at a time</h2></header><p class="for">If your book needs only part of the way.</p><table>${rows}</table></article>`
}

function closing(): string {
  const promises = publishing.promises.map((promise) => `<div><h3>${promise.title}</h3><p>${promise.text}</p></div>`).join('')
  const open = hours.map(({ days, hours: time }) => `<tr><th scope="row">${days}</th><td>${time}</td></tr>`).join('')
  const ways = [
    ['Phone', contact.phone],
    ['WhatsApp', contact.whatsapp],
    ['E-mail', contact.email],
  ].map(([way, value]) => `<div><dt>${way}</dt><dd>${value}</dd></div>`)
  return `<section class="page night"><h2>What we promise</h2><div class="columns">${promises}</div><h2 class="second">Talk to us</h2><dl>${ways.join('')}</dl><table>${open}</table><p class="small">Prices are in US dollars. “From” is the lowest price at which we have really done it; yours depends on length, pictures and the state of the manuscript, and is written down before you pay anything.</p></section>`
}

function page(inner: string): string {
  return `<section class="page">${inner}</section>`
}

function from({ from: price }: { from: number }): string {
  return `from ${formatPrice(price)}`
}
