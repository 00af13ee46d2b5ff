/**
 * Words of a language that no card speaks. Each holds a q that is not before u and no word of any card does: that is
 * what makes a query of these share nothing with any registry, and a test looks after it.
 */
export const UNSEEN_WORDS: readonly string[] = `
  qarim teqol niqash barqi qivot suqet laqda qenim miqro shaqli zoqim peqtar qolbe vaqin qishta neqsu doqra faqil
  qembi truqa haqon qesti liqam aqvor qindle soqti raqel yeqimo qabra noqsha taqri meqon qilda ruqash beqla
  qorten siqame jaqor qatim leqna viqtor poqre qesham naqil woqta qimber daqso feqir qolani haqti reqba qimsa
`
  .trim()
  .split(/\s+/);
