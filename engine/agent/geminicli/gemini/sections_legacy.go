package gemini

// Sections that 0.28 and 0.61 share.
var (
	preambleSection   = section{ID: "preamble", Title: "Preamble", Key: "PREAMBLE", layout: legacyPreamble}
	skillsSection     = section{ID: "agentSkills", Title: "Skills", Key: "AGENTSKILLS", when: "skills", layout: skillsLayout}
	workflowsSection  = section{ID: "primaryWorkflows", Title: "Primary workflows", Key: "PRIMARYWORKFLOWS", when: "work", layout: legacyWorkflows}
	guidelinesSection = section{ID: "operationalGuidelines", Title: "Operational guidelines", Key: "OPERATIONALGUIDELINES", layout: legacyGuidelines}
	sandboxSection    = section{ID: "sandbox", Title: "Sandbox", Key: "SANDBOX", layout: legacySandbox}
	gitSection        = section{ID: "git", Title: "Git repository", Key: "GIT", when: "git", layout: gitLayoutLegacy}
	reminderSection   = section{ID: "finalReminder", Title: "Final reminder", Key: "FINALREMINDER", layout: legacyReminder}
)

// The sections of 0.61 for gemini-2.5 and older models.
var legacy = sections{
	preambleSection,
	{ID: "coreMandates", Title: "Core mandates", Key: "COREMANDATES", layout: parseLayout(`
# Core Mandates

{legacy/mandates}
?hierarchical {core-mandates/conflict}
?interactive {core-mandates/confirm}
?!interactive {core-mandates/confirm-headless}
{core-mandates/changes}
?skills {core-mandates/skills $activate_skill}
?topic ## Topic Updates
?topic {core-mandates/topic $update_topic}
?topic
?!interactive {core-mandates/continue}
`)},
	{ID: "subAgents", Title: "Sub-agents", Key: "AGENTCONTEXTS", when: "agents", layout: legacyAgents},
	skillsSection,
	{ID: "hookContext", Title: "Hook context", Key: "HOOKCONTEXT", layout: legacyHooks},
	{ID: "planningWorkflow", Title: "Planning workflow", Key: "PLANNINGWORKFLOW", when: "plan", layout: legacyPlanning},
	workflowsSection,
	{ID: "taskTracker", Title: "Task tracker", when: "tracker", layout: trackerLayout},
	guidelinesSection,
	{ID: "interactiveYoloMode", Title: "Autonomous mode", Key: "INTERACTIVEYOLOMODE", when: "yolo", layout: yoloLayout},
	sandboxSection,
	gitSection,
	reminderSection,
}

// v028 has the sections of 0.28, for every model. Memory follows them; in plan mode the planning
// workflow follows the memory.
var v028 = sections{
	preambleSection,
	{ID: "coreMandates", Title: "Core mandates", Key: "COREMANDATES", layout: parseLayout(`
# Core Mandates

{legacy/mandates}
?interactive {core-mandates/confirm}
?!interactive {core-mandates/confirm-headless}
{core-mandates/changes}
?skills {core-mandates/skills $activate_skill}
?gemini3 {core-mandates/explain}
?!interactive {core-mandates/continue}
`)},
	{ID: "agentContexts", Title: "Sub-agents", Key: "AGENTCONTEXTS", when: "agents", layout: legacyAgents},
	skillsSection,
	{ID: "hookContext", Title: "Hook context", Key: "HOOKCONTEXT", when: "hooks", layout: legacyHooks},
	workflowsSection,
	guidelinesSection,
	sandboxSection,
	gitSection,
	reminderSection,
}

// v028Planning is the last section in plan mode and cannot be disabled.
var v028Planning = section{ID: "planningWorkflow", Title: "Planning workflow", when: "plan", layout: legacyPlanning}

var (
	legacyPreamble = parseLayout(`
?interactive {legacy/preamble}
?!interactive {legacy/preamble-headless}
`)
	legacyAgents = parseLayout(`
?!ready-agents ?!old # Available Sub-Agents
?!ready-agents ?old ## Available Sub-Agents
?!ready-agents {legacy/sub-agents}
?!ready-agents
{=agent-lines}
?!ready-agents
?!ready-agents {sub-agents/closing}
`)
	legacyHooks = parseLayout(`
# Hook Context
{hook-context}
`)
	legacyPlanning = parseLayout(`
# Active Approval Mode: Plan

{legacy/planning}

## Available Tools
{planning/tools}
{=plan-tools}

## Plan Storage
{legacy/plan-storage $plans-directory}

## Workflow Phases

{legacy/phases}

### Phase 1: Requirements Understanding
{legacy/phase-1 $ask_user}

### Phase 2: Project Exploration
{legacy/phase-2}

### Phase 3: Design & Planning
{legacy/phase-3}

### Phase 4: Review & Approval
{legacy/phase-4 $exit_plan_mode}

?approved ## Approved Plan
?approved {planning/approved $approved-plan $read_file}

## Constraints
{legacy/plan-constraints}
`)
	legacyWorkflows = parseLayout(`
# Primary Workflows

## Software Engineering Tasks
{legacy/tasks}
?!investigator {legacy/understand $grep_search $glob $read_file}
?investigator {legacy/understand-investigator $grep_search $glob}
?!todos {legacy/plan}
?todos {legacy/plan-todos $write_todos}
{legacy/steps $replace $write_file $run_shell_command}
?interactive {workflows/ask}

## New Applications

{legacy/applications $write_file $replace $run_shell_command}

?interactive {workflows/steps $run_shell_command}
?!interactive {workflows/steps-headless $run_shell_command}
`)
	legacyGuidelines = parseLayout(`
# Operational Guidelines

?shell-efficiency ## Shell tool output token efficiency:
?shell-efficiency
?shell-efficiency {legacy/shell-efficiency $run_shell_command}

## Tone and Style (CLI Interaction)
{guidelines/tone}
` + safetyAndTools + `?old {guidelines/save-memory}
?!old {legacy/memory $memory-index}
{guidelines/confirmation}

## Interaction Details
{guidelines/interaction}
`)
	legacySandbox = parseLayout(`
?seatbelt # macOS Seatbelt
?generic # Sandbox
?outside # Outside of Sandbox
?seatbelt {sandbox-seatbelt}
?generic {sandbox}
?outside {legacy/sandbox-outside}
`)
	legacyReminder = parseLayout(`
# Final Reminder
{legacy/final-reminder $read_file}
`)
)
