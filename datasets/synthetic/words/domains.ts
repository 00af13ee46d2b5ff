/** A thing that agents work on, as people name it and as people want it. */
interface Noun {
  /** Its names, the usual one first, singular. No two nouns of one domain share a name. */
  readonly names: readonly string[];
  /** What somebody is after who needs it, in other words. */
  readonly goal: string;
}

/** A field of work: its own things and its own ways to qualify them. */
export interface Domain {
  readonly name: string;
  /** Words for the field itself, for tags and for passing mentions. */
  readonly field: readonly string[];
  readonly nouns: readonly Noun[];
  /** Words that stand in front of a noun and narrow it. No two mean the same. */
  readonly qualifiers: readonly string[];
}

/**
 * Reads a domain from our own notation.
 *
 * @param nouns a line each: `name|other name ~ goal`.
 */
function domain(name: string, field: string, qualifiers: string, nouns: string): Domain {
  return {
    name,
    field: field.split(' '),
    qualifiers: qualifiers.split(/\s+/),
    nouns: nouns
      .trim()
      .split('\n')
      .map((line) => {
        const [names = '', goal = ''] = line.split('~').map((part) => part.trim());
        return { names: names.split('|'), goal };
      }),
  };
}

/** The fields of work, most common first. The letter q stands only before u here: see `UNSEEN_WORDS`. */
export const DOMAINS: readonly Domain[] = [
  domain(
    'finance',
    'finance accounting money banking',
    `overdue recurring draft consolidated quarterly foreign prepaid disputed corporate retail taxable audited
    rounded intercompany deductible offshore escrowed matured accrued unsecured hourly-billed capitalized joint municipal`,
    `
    invoice|bill ~ getting paid for work already delivered
    payment|remittance ~ moving what we owe to the right people
    budget|spending plan ~ not running out of cash before december
    ledger|book of accounts ~ books that add up at closing time
    expense claim|reimbursement ~ getting back what I spent on the trip
    exchange rate|currency rate ~ knowing what my euros are worth abroad
    tax return|fiscal declaration ~ staying on good terms with the revenue office
    loan|credit agreement ~ borrowing without nasty surprises
    portfolio|investment holding ~ making savings grow at sensible risk
    payroll|salary run ~ people receiving wages on friday
    bank statement|account extract ~ seeing where everything went last month
    fraud case|suspicious transaction ~ stopping thieves early`,
  ),
  domain(
    'software',
    'software engineering developer code',
    `flaky stale nested private upstream legacy failing staged experimental signed protected orphaned
    paginated minified asynchronous public forked vendored serverless typed idle mirrored monolithic sandboxed`,
    `
    repository|codebase ~ knowing what our programmers keep where
    pull request|merge proposal ~ colleagues looking over my changes
    issue|bug ticket ~ defects not being forgotten
    build pipeline|continuous integration job ~ shipping without breaking things
    unit test|test case ~ trusting a change before it goes out
    dependency|third party library ~ no ugly surprises in what we borrow
    container|docker image ~ running the same thing everywhere
    log file|trace output ~ understanding why it fell over at night
    api endpoint|web service route ~ other programs talking to ours
    branch|development line ~ working side by side without collisions
    feature flag|rollout toggle ~ turning things on for a few people first
    stack trace|crash dump ~ finding the line that blew up`,
  ),
  domain(
    'travel',
    'travel tourism trips mobility',
    `direct refundable overnight economy scenic multi-city seasonal discounted chartered guided domestic intercity
    round-trip business-class waitlisted beachside pet-friendly corporate-rate nonstop family chauffeured backpacker all-inclusive connecting`,
    `
    flight|air ticket ~ getting across the ocean cheaply
    hotel room|lodging ~ somewhere decent to sleep
    itinerary|trip schedule ~ knowing where to be each day
    rental car|hire vehicle ~ wheels when we land
    train ticket|rail fare ~ reaching the next town without driving
    visa|entry permit ~ being let in at the border
    baggage|luggage ~ bags arriving with me
    airport transfer|shuttle ride ~ reaching the terminal in time
    sightseeing tour|excursion ~ something memorable to do there
    cruise|sea voyage ~ a holiday on the water
    campsite|camping ground ~ a week under canvas
    loyalty account|frequent flyer profile ~ perks from all this flying`,
  ),
  domain(
    'communication',
    'messaging communication chat collaboration',
    `unread pinned muted encrypted threaded internal external starred archived forwarded anonymous broadcast
    confidential scheduled bounced bilingual recorded urgent automated outgoing personal duplicated spoken weekly`,
    `
    email|electronic mail ~ an empty inbox by noon
    message|chat post ~ reaching the team quickly
    channel|discussion room ~ one place for all this talk
    meeting|video call ~ everybody in one room at one hour
    contact|address book entry ~ never losing track of people
    newsletter|mailing ~ readers hearing of us each week
    voicemail|voice recording ~ hearing what callers wanted
    calendar event|appointment ~ not missing what I promised
    attachment|enclosed file ~ the papers that came along
    mailing list|recipient group ~ writing once to everybody
    transcript|written minutes ~ knowing who said what
    announcement|notice ~ the whole office being told`,
  ),
  domain(
    'data',
    'data analytics warehouse insight',
    `incremental denormalized sparse partitioned cached historical aggregated raw streaming sampled curated labeled
    geospatial imputed versioned columnar noisy anonymized bitemporal weighted seasonal orphan normalized realtime`,
    `
    dataset|data collection ~ having the figures in one place
    dashboard|metrics board ~ seeing at a glance how we do
    database table|relational table ~ answers from what is stored
    report|written analysis ~ something to show the board
    spreadsheet|worksheet ~ rows and columns doing the sums
    data pipeline|etl job ~ numbers arriving fresh each morning
    schema|data model ~ agreement on what the fields mean
    time series|sequence of readings ~ what comes after the current trend
    anomaly|outlier ~ hearing when something looks odd
    survey response|questionnaire answer ~ what people really think
    metric|key figure ~ knowing whether we got better
    record|table row ~ one entry being right`,
  ),
  domain(
    'health',
    'health medical clinical care',
    `chronic pediatric outpatient preventive acute postoperative geriatric prenatal dental remote emergency genetic
    inpatient psychiatric cardiac neonatal fasting hereditary oncological veterinary generic-brand seasonal-flu diabetic homeopathic`,
    `
    patient record|medical chart ~ the doctor knowing my history
    prescription|medication order ~ pills ready at the pharmacy
    lab result|blood test ~ what the doctors found
    clinical trial|medical study ~ new therapies being tried
    symptom|complaint ~ finding out why I feel bad
    vaccination|immunization ~ protection before winter
    diagnosis|clinical finding ~ a name for what is wrong
    diet plan|nutrition program ~ eating better from monday
    workout|exercise session ~ getting fit again
    insurance claim|coverage request ~ treatment costs being covered
    allergy|intolerance ~ meals that do not make us ill
    sleep pattern|rest rhythm ~ waking up refreshed`,
  ),
  domain(
    'commerce',
    'commerce retail shop store',
    `backordered bundled wholesale perishable imported clearance digital handmade returned limited luxury secondhand
    preordered oversized giftwrapped organic promotional oversold personalized clickable members-only tax-free engraved discontinued`,
    `
    order|purchase ~ customers receiving what they paid for
    product listing|catalog entry ~ buyers understanding what we offer
    shopping cart|basket ~ people finishing at the till
    discount|promo code ~ filling the shop in a slow week
    return|refund ~ sending back what does not fit
    stock level|inventory count ~ never having empty shelves
    customer review|buyer rating ~ what shoppers say about us
    price tag|selling price ~ charging neither too little nor too much
    wish list|saved favorites ~ remembering gifts for later
    subscription|membership ~ regulars staying on
    gift card|store voucher ~ a present for somebody picky
    warranty|guarantee ~ broken things being replaced free`,
  ),
  domain(
    'logistics',
    'logistics freight transport supply',
    `refrigerated hazardous oversized expedited palletized bonded inbound outbound intermodal fragile consigned delayed
    last-mile airborne temperature-logged undeliverable insured consolidated-load roadside duty-free customs-cleared stackable returnable rerouted`,
    `
    shipment|consignment ~ goods arriving whole
    delivery route|driving path ~ fewer miles for the drivers
    warehouse|storage depot ~ room for everything
    parcel|package ~ the box reaching grandma
    customs declaration|border paperwork ~ nothing stuck at the port
    fleet|vehicle pool ~ our trucks being where they should
    carrier|haulage firm ~ somebody reliable to haul it
    freight rate|shipping cost ~ moving things for less
    pallet|loading unit ~ filling the lorry properly
    driver|trucker ~ the right person behind the wheel
    purchase order|procurement form ~ parts turning up before we run dry
    dock slot|unloading window ~ no queue at the gate`,
  ),
  domain(
    'education',
    'education learning teaching school',
    `introductory advanced remedial bilingual interactive graded accredited elective vocational self-paced collaborative annual
    honors online doctoral makeup phonetic kindergarten evening open-book group-based tutored illustrated intensive`,
    `
    course|class ~ picking up a new skill this winter
    lesson plan|teaching outline ~ knowing what to do on monday with thirty pupils
    quiz|short test ~ seeing whether they understood
    student|learner ~ nobody being left behind
    assignment|homework ~ work to hand in on time
    grade|mark ~ a fair idea of progress
    flashcard|memory card ~ remembering words for longer
    essay|composition ~ better writing
    scholarship|study grant ~ going to university without debt
    timetable|class schedule ~ two lectures never clashing
    textbook|course book ~ something good to read up on
    certificate|diploma ~ proof of what I can do`,
  ),
  domain(
    'legal',
    'legal law compliance contracts',
    `binding expired confidential standard cross-border amended pending civil commercial criminal notarized voluntary
    statutory unilateral implied perpetual transferable federal arbitrated unsigned redacted landmark municipal-code verbal`,
    `
    contract|agreement ~ nobody arguing later about what was promised
    clause|provision ~ no traps in the small print
    court case|lawsuit ~ how judges ruled before
    patent|invention right ~ nobody stealing my idea
    trademark|brand mark ~ our name staying ours
    privacy policy|data protection notice ~ users knowing what we keep
    license|usage permit ~ being allowed to do this
    regulation|statute ~ staying out of trouble with inspectors
    evidence file|exhibit ~ being able to prove it
    power of attorney|legal mandate ~ somebody acting in my place
    complaint letter|formal objection ~ being heard by the authority
    deadline|time limit ~ not being late with the filing`,
  ),
  domain(
    'media',
    'media creative content design',
    `animated vertical looping monochrome licensed cinematic ambient looped vintage panoramic captioned widescreen
    grayscale acoustic transparent handwritten sponsored viral orchestral narrated high-resolution watermarked comic royalty-free`,
    `
    image|picture ~ something pretty for the front page
    video|clip ~ moving pictures people watch to the end
    podcast|audio show ~ something to hear on the train
    song|music track ~ the right mood for the party
    logo|emblem ~ being recognized at once
    slide deck|presentation ~ not boring them on thursday
    subtitle|closed caption ~ following it without sound
    illustration|drawing ~ the story coming alive
    font|typeface ~ letters that look right together
    photo album|picture gallery ~ memories in good order
    blog post|article ~ words that readers share
    social post|timeline update ~ followers reacting`,
  ),
  domain(
    'home',
    'home household living smart',
    `portable wireless shared outdoor energy-saving vegetarian weekly leftover wooden automatic upstairs rented
    gluten-free solar infrared indoor antique childproof battery-powered compact potted heirloom soundproof nightly`,
    `
    recipe|cooking instruction ~ a nice dinner tonight
    grocery list|food shopping ~ a full fridge on saturday
    thermostat|heating control ~ not freezing in the morning
    light|lamp ~ a cosy evening
    security camera|surveillance camera ~ knowing who came to the door
    cleaning plan|chore rota ~ a tidy flat without quarrels
    plant|houseplant ~ green things that stay alive
    repair|fix job ~ the tap no longer dripping
    appliance|kitchen machine ~ machines that just run
    pet|domestic animal ~ a happy dog
    utility meter|consumption counter ~ smaller energy costs
    garden|yard ~ vegetables of our own`,
  ),
  domain(
    'security',
    'security cyber protection defense',
    `compromised privileged expired zero-day rotated federated quarantined leaked hardened suspicious unpatched rogue
    phished spoofed dormant obfuscated biometric passwordless air-gapped revoked multi-tenant honeypot forensic escalated`,
    `
    vulnerability|weakness ~ attackers staying out
    password|passphrase ~ getting in when I forgot the secret
    access token|api key ~ programs proving who they are
    firewall rule|network filter ~ strangers kept off the wire
    phishing mail|scam message ~ staff not falling for tricks
    malware sample|malicious file ~ knowing what that download does
    user account|login ~ only the right people inside
    incident|breach ~ a calm head when it happens
    certificate chain|tls certificate ~ browsers not complaining
    backup|safety copy ~ nothing lost if the disk dies
    audit trail|activity history ~ seeing who touched what
    device|endpoint ~ laptops that stay clean`,
  ),
  domain(
    'science',
    'science research academic laboratory',
    `peer-reviewed longitudinal synthetic crystalline microbial quantum-scale stellar randomized computational molecular marine replicated
    in-vitro double-blind isotopic fossil recombinant thermal bayesian invasive superconducting enzymatic optical unpublished`,
    `
    paper|scholarly article ~ what is already known about this
    protein|polypeptide ~ how the cell machinery folds
    gene|dna segment ~ what we inherit
    experiment|lab trial ~ a result that others can repeat
    citation|reference ~ giving credit properly
    hypothesis|conjecture ~ an idea that can be put to the proof
    compound|chemical substance ~ which powder does what
    telescope image|sky survey ~ looking far out
    species|organism ~ which creature that is
    simulation|numerical model ~ trying it without building it
    grant proposal|funding request ~ means for three more years
    specimen|tissue sample ~ material worth looking at`,
  ),
  domain(
    'people',
    'hiring workforce staff careers',
    `senior freelance part-time onsite probationary qualified retired temporary multilingual unionized transferred seasonal
    junior contract-based executive tenured relocating apprentice bilingual-speaking volunteer remote overseas unpaid-leave trainee`,
    `
    candidate|job applicant ~ good people joining us
    job posting|vacancy ~ somebody to fill the empty desk
    resume|curriculum vitae ~ being called for an interview
    leave request|vacation application ~ two weeks off in august
    employee|staff member ~ those who work here being content
    performance review|appraisal talk ~ knowing where I stand
    onboarding plan|induction program ~ a good first day
    shift|work slot ~ enough hands on sunday
    training|skill course ~ the team learning something new
    interview|hiring talk ~ asking the right things
    benefit plan|employee perk ~ more than just pay
    timesheet|hours log ~ hours being counted fairly`,
  ),
  domain(
    'geography',
    'weather maps places environment',
    `coastal urban tropical alpine hourly subterranean polluted rural arctic volcanic tidal protected
    glacial suburban flooded offshore-wind pedestrian humid mountainous wheelchair-friendly desert lakeside nocturnal monsoon`,
    `
    weather forecast|meteorological outlook ~ whether to take an umbrella
    map|cartographic sheet ~ not getting lost
    air measurement|pollution reading ~ breathing safely outside
    earthquake|seismic event ~ warning before it shakes
    river level|water gauge ~ dry feet in spring
    restaurant|eatery ~ somewhere to eat nearby
    address|street location ~ the courier finding us
    parking space|car lot ~ leaving the car somewhere legal
    traffic jam|road congestion ~ being on time in spite of rush hour
    satellite scene|orbital photograph ~ seeing the fields from above
    trail|hiking path ~ a good walk on sunday
    property|real estate ~ a house we can afford`,
  ),
];
