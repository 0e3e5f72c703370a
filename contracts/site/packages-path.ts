/** Path of the PDF with the publishing packages, which is made from the published texts. */
export const PACKAGES_PATH = '/publishing-packages.pdf'
