/**
 * How a list is written for a spreadsheet: the byte order mark tells it that this is UTF-8, and an apostrophe precedes what it
 * would run as a formula. It may split at a semicolon or a tab as well, inside quotation marks too.
 */
export const spreadsheet = {
  bom: true,
  escape_formulas: true,
  cast: { string: (text: string) => text.replace(/[;\t](?=[\s"]*[=+\-@＝＋－＠])/g, "$&'") },
} as const
